"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { useWorkspaceActions } from "./use-workspace";

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

/** Files can be dropped anywhere on the page. */
export function DropZone() {
  const { importFiles } = useWorkspaceActions();
  const [over, setOver] = useState(false);

  const onDrop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    importFiles([...(event.dataTransfer?.files ?? [])]);
  });

  useEffect(() => {
    // Enter and leave fire for every element on the way: what counts is where the drag ends up.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      if (!hasFiles(event)) return;
      event.preventDefault();
      onDrop(event);
    };
    const listeners = [
      ["dragenter", enter],
      ["dragleave", leave],
      ["dragover", allow],
      ["drop", drop],
    ] as const;
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    };
  }, []);

  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-60 grid place-items-center bg-black/40">
      <p className="border-accent bg-raised rounded border-2 border-dashed px-6 py-4 text-lg font-semibold">
        Drop files to read them here
      </p>
    </div>
  );
}
