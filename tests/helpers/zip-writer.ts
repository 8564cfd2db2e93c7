import { crc32, deflateRawSync, zstdCompressSync } from "node:zlib";

const METHODS = { stored: 0, deflate: 8, zstd: 93 } as const;

export interface ZipContent {
  readonly name: string;
  readonly text: string;
  readonly packing: keyof typeof METHODS;
}

const PACK = {
  stored: (bytes: Buffer) => bytes,
  deflate: (bytes: Buffer) => deflateRawSync(bytes),
  zstd: (bytes: Buffer) => zstdCompressSync(bytes),
};
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

function buffer(
  size: number,
  fields: readonly (readonly [at: number, value: number | bigint, bytes: 2 | 4 | 8])[],
) {
  const bytes = Buffer.alloc(size);
  for (const [at, value, width] of fields)
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(Number(value), at, width);
  return bytes;
}

/** Sizes and place in 64 bits, as an extra field. */
const wide = (size: number, packed: number, offset: number) =>
  buffer(28, [
    [0, 1, 2],
    [2, 24, 2],
    [4, size, 8],
    [12, packed, 8],
    [20, offset, 8],
  ]);

/**
 * An archive with files packed in any of three ways; a name can stand several times.
 * @param zip64 writes every size and place as large archives do
 */
export function writeZip(contents: readonly ZipContent[], zip64 = false): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, packing } of contents) {
    const plain = Buffer.from(text);
    const packed = PACK[packing](plain);
    const file = Buffer.from(name);
    const common = [METHODS[packing], crc32(plain)] as const;
    const sizes = zip64 ? ([FULL_32, FULL_32] as const) : ([packed.length, plain.length] as const);
    const extra = zip64 ? wide(plain.length, packed.length, at) : Buffer.alloc(0);
    const local = buffer(30, [
      [0, 0x04034b50, 4],
      [4, 45, 2],
      [8, common[0], 2],
      [14, common[1], 4],
      [18, packed.length, 4],
      [22, plain.length, 4],
      [26, file.length, 2],
    ]);
    directory.push(
      buffer(46, [
        [0, 0x02014b50, 4],
        [4, 45, 2],
        [6, 45, 2],
        [10, common[0], 2],
        [16, common[1], 4],
        [20, sizes[0], 4],
        [24, sizes[1], 4],
        [28, file.length, 2],
        [30, extra.length, 2],
        [42, zip64 ? FULL_32 : at, 4],
      ]),
      file,
      extra,
    );
    locals.push(local, file, packed);
    at += local.length + file.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const n = contents.length;
  const end64 = zip64
    ? [
        buffer(56, [
          [0, 0x06064b50, 4],
          [4, 44, 8],
          [12, 45, 2],
          [14, 45, 2],
          [24, n, 8],
          [32, n, 8],
          [40, listed.length, 8],
          [48, at, 8],
        ]),
        buffer(20, [
          [0, 0x07064b50, 4],
          [8, at + listed.length, 8],
          [16, 1, 4],
        ]),
      ]
    : [];
  const end = buffer(22, [
    [0, 0x06054b50, 4],
    [8, zip64 ? FULL_16 : n, 2],
    [10, zip64 ? FULL_16 : n, 2],
    [12, zip64 ? FULL_32 : listed.length, 4],
    [16, zip64 ? FULL_32 : at, 4],
  ]);
  return new Uint8Array(Buffer.concat([...locals, listed, ...end64, end]));
}
