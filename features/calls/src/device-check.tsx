import { Button, ErrorCard, Select, Spinner } from "@atrium/ui";
import { useEffect, useRef, useState } from "react";
import {
  deviceProblem,
  openDevices,
  watchLevel,
  type DeviceChoice,
  type DeviceProblem,
} from "./devices.ts";
import { t } from "./strings/index.ts";
import "./device-check.css";

type State =
  | { readonly kind: "idle" | "asking" }
  | { readonly kind: "problem"; readonly problem: DeviceProblem }
  | { readonly kind: "running"; readonly stream: MediaStream; readonly devices: MediaDeviceInfo[] };

const stop = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());

/** Shows the person's own camera picture and microphone level. Nothing is sent anywhere. */
export function DeviceCheck() {
  const [state, setState] = useState<State>(() =>
    "mediaDevices" in navigator ? { kind: "idle" } : { kind: "problem", problem: "insecure" },
  );
  const [choice, setChoice] = useState<DeviceChoice>({});
  const attempt = useRef(0);

  async function start(wanted: DeviceChoice) {
    const mine = ++attempt.current;
    if (state.kind === "running") stop(state.stream);
    else setState({ kind: "asking" });
    try {
      const stream = await openDevices(wanted);
      // Left or chosen again while the browser was asking: this stream is nobody's.
      if (mine !== attempt.current) return stop(stream);
      const devices = await navigator.mediaDevices.enumerateDevices();
      setChoice(chosen(stream));
      setState({ kind: "running", stream, devices });
    } catch (error) {
      if (mine === attempt.current) setState({ kind: "problem", problem: deviceProblem(error) });
    }
  }

  const stream = state.kind === "running" ? state.stream : undefined;
  useEffect(() => () => stream && stop(stream), [stream]);
  useEffect(
    () => () => {
      attempt.current += 1;
    },
    [],
  );

  return (
    <section className="call-check" aria-label={t("checkTitle")}>
      <p className="call-check__intro">{t("checkIntro")}</p>
      {state.kind === "idle" && (
        <Button variant="primary" onClick={() => void start(choice)}>
          {t("start")}
        </Button>
      )}
      {state.kind === "asking" && (
        <p className="call-check__asking" role="status">
          <Spinner /> {t("asking")}
        </p>
      )}
      {state.kind === "problem" && (
        <ErrorCard
          title={t(state.problem)}
          {...(state.problem === "insecure" ? {} : { onRetry: () => void start({}) })}
        />
      )}
      {state.kind === "running" && (
        <>
          <Preview stream={state.stream} />
          <Level stream={state.stream} />
          <div className="call-check__devices">
            <Devices
              label={t("camera")}
              kind="videoinput"
              devices={state.devices}
              value={choice.camera}
              onChange={(camera) => void start({ ...choice, camera })}
            />
            <Devices
              label={t("microphone")}
              kind="audioinput"
              devices={state.devices}
              value={choice.microphone}
              onChange={(microphone) => void start({ ...choice, microphone })}
            />
          </div>
          <Button
            onClick={() => {
              stop(state.stream);
              setState({ kind: "idle" });
            }}
          >
            {t("stop")}
          </Button>
        </>
      )}
    </section>
  );
}

function chosen(stream: MediaStream): DeviceChoice {
  const id = (tracks: MediaStreamTrack[]) => tracks[0]?.getSettings().deviceId;
  const camera = id(stream.getVideoTracks());
  const microphone = id(stream.getAudioTracks());
  return { ...(camera && { camera }), ...(microphone && { microphone }) };
}

function Preview({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  if (stream.getVideoTracks().length === 0) return <p>{t("noCamera")}</p>;
  // Only the person's own picture, without sound: there is nothing to caption.
  return (
    <video
      ref={video}
      className="call-check__video"
      aria-label={t("preview")}
      autoPlay
      muted
      playsInline
    />
  );
}

function Level({ stream }: { stream: MediaStream }) {
  const [level, setLevel] = useState(0);
  const hasSound = stream.getAudioTracks().length > 0;
  useEffect(() => (hasSound ? watchLevel(stream, setLevel) : undefined), [stream, hasSound]);
  if (!hasSound) return <p>{t("noMicrophone")}</p>;
  return (
    <label className="call-check__level">
      <span>{t("level")}</span>
      <meter min={0} max={1} value={level} />
      <small>{t("speak")}</small>
    </label>
  );
}

function Devices(props: {
  label: string;
  kind: MediaDeviceKind;
  devices: readonly MediaDeviceInfo[];
  value: string | undefined;
  onChange: (id: string) => void;
}) {
  const devices = props.devices.filter(({ kind }) => kind === props.kind);
  if (devices.length === 0) return null;
  return (
    <Select
      label={props.label}
      value={props.value ?? devices[0]!.deviceId}
      onChange={props.onChange}
      options={devices.map(({ deviceId, label }, index) => ({
        value: deviceId,
        label: label || t("unnamed", { number: index + 1 }),
      }))}
    />
  );
}
