/** What kept camera and microphone from starting; each has a sentence in `strings/`. */
export type DeviceProblem = "denied" | "missing" | "busy" | "failed" | "insecure";

/** Maps what `getUserMedia` rejects with (Media Capture §10.2) to one of our problems. */
export function deviceProblem(error: unknown): DeviceProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  if (name === "NotReadableError" || name === "AbortError") return "busy";
  return "failed";
}

/** Which devices to open; undefined lets the browser choose. */
export interface DeviceChoice {
  readonly camera?: string;
  readonly microphone?: string;
}

/** Opens what there is: a machine without a camera still gives its microphone, and the other way round. */
export async function openDevices({ camera, microphone }: DeviceChoice): Promise<MediaStream> {
  const has = await present();
  return navigator.mediaDevices.getUserMedia({
    audio: has.audioinput && (microphone ? { deviceId: { exact: microphone } } : true),
    video: has.videoinput && (camera ? { deviceId: { exact: camera } } : { width: 1280 }),
  });
}

async function present(): Promise<Record<"audioinput" | "videoinput", boolean>> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const has = (kind: MediaDeviceKind) => devices.some((device) => device.kind === kind);
  const found = { audioinput: has("audioinput"), videoinput: has("videoinput") };
  if (!found.audioinput && !found.videoinput) throw new DOMException("", "NotFoundError");
  return found;
}

/** Calls `onLevel` with the loudness (0 to 1) of a stream, each frame, until the returned function is called. */
export function watchLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let frame = 0;
  const look = () => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // A root mean square of 0.3 is already loud speech.
    onLevel(Math.min(1, Math.sqrt(power) / 0.3));
    frame = requestAnimationFrame(look);
  };
  look();
  return () => {
    cancelAnimationFrame(frame);
    void context.close();
  };
}
