import { zipSync } from "fflate";
import { expect, it } from "vitest";
import { oversizeOf } from "./drop-size";

/** An archive of a megabyte whose directory says that it unpacks to so many bytes. */
function archive(stated: number): File {
  // Deflated, though it packs to no less: a member that is merely stored has one size.
  const noise = Uint8Array.from(
    { length: 2 << 20 },
    (_, i) => Math.imul(i ^ (i >>> 7), 2654435761) >>> 24,
  );
  const bytes = zipSync({ "a.csv": noise }, { level: 1 });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = bytes.length - 200; at + 4 <= bytes.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, stated, true);
  return new File([bytes], "a.zip");
}

it("counts what an archive unpacks to, and what several files come to", async () => {
  expect(await oversizeOf([archive(600e6)])).toBeNull();
  expect(await oversizeOf([archive(600e6), archive(700e6)])).toBe(1300e6);
  expect(await oversizeOf([archive(1500e6), new File(["a,b"], "b.csv")])).toBe(1500e6 + 3);
});
