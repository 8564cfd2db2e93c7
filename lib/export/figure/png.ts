/** Pixels of the file for each CSS pixel of the figure. */
const DENSITY = 2;

/**
 * Draws a composed SVG into a PNG at twice its size. In a browser only.
 * @throws Error when the browser cannot draw it.
 */
export async function svgToPng(svg: string, width: number, height: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * DENSITY;
    canvas.height = height * DENSITY;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this browser cannot draw the figure; take the SVG instead");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("the figure is too large for a PNG; take the SVG instead");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
