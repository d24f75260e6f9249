import { useEffect, useRef } from "react";

/** Something that lies above the screen: a sheet, a dialog, a selection. The way back closes it before it leaves. */
interface Layer {
  readonly close: () => void;
}

let layers: readonly Layer[] = [];
const listeners = new Set<() => void>();

/** Says that something lies above the screen, until the answer is called. */
function openLayer(close: () => void): () => void {
  const layer = { close };
  replace([...layers, layer]);
  return () => {
    if (layers.includes(layer)) replace(layers.filter((one) => one !== layer));
  };
}

/** The same while `isOpen`, for components. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (isOpen ? openLayer(() => latest.current()) : undefined), [isOpen]);
}

/** How many lie above each other. */
export function layerCount(): number {
  return layers.length;
}

/** Asks those above the given height to close, the topmost first. One may refuse, and stays. */
export function closeLayers(above: number): void {
  for (const { close } of layers.slice(above).reverse()) close();
}

export function watchLayers(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: readonly Layer[]): void {
  layers = next;
  for (const listener of listeners) listener();
}
