import { composeFigure, PROBE, type FigureFrame } from "./compose";

/** Pixels of the file for each CSS pixel of the figure. */
const DENSITY = 2;
/** A font that is not in by then is drawn by the browser's own: the figure is not kept waiting. */
const FONT_WAIT_MS = 5000;
const POLL_MS = 40;

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot draw the figure; take the SVG instead");
  return context;
}

/** Whether each probe shows its sign: until its font is in, a text is invisible. */
function probesDrawn(image: HTMLImageElement, height: number, count: number): boolean {
  const strip = canvasOf(count * PROBE, PROBE);
  strip.drawImage(image, 0, -height);
  return Array.from({ length: count }, (_, i) => {
    const { data } = strip.getImageData(i * PROBE, 0, PROBE, PROBE);
    return data.some((value, at) => at % 4 === 0 && value < 128);
  }).every(Boolean);
}

/**
 * The composed figure as a PNG of twice its size. In a browser only. An image counts as loaded before
 * its embedded fonts are, so the fonts are watched for.
 * @throws Error when the browser cannot draw it.
 */
export async function figurePng(frame: FigureFrame): Promise<Blob> {
  const { svg, width, height } = composeFigure({ ...frame, probes: true });
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const deadline = performance.now() + FONT_WAIT_MS;
    while (!probesDrawn(image, height, frame.fonts.length) && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const page = canvasOf(width * DENSITY, height * DENSITY);
    page.scale(DENSITY, DENSITY);
    page.drawImage(image, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) =>
      page.canvas.toBlob(resolve, "image/png"),
    );
    if (!blob) throw new Error("the figure is too large for a PNG; take the SVG instead");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
