import * as fc from "fast-check";

/** Pieces that parsers trip over, whatever they parse. */
const ODD_PIECES = [
  "",
  " ",
  "  ",
  "\t",
  "\n",
  "\r",
  "\r\n",
  "\0",
  "\u0085",
  "\u2028",
  "\u202e",
  "\u200b",
  "\ufeff",
  "\ufffd",
  "\ud800",
  "é",
  "e\u0301",
  "漢",
  "😀",
  "-",
  "---",
  "```",
  "~~~",
  "`",
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  "\\",
  ":",
  ": ",
  "#",
  "&a",
  "*a",
  "!!str",
  "|",
  ">",
  "../",
  "/",
  "__proto__",
  "constructor",
  "null",
  "true",
  "0",
  "-1",
  "1e999",
  "NaN",
  "9007199254740993",
] as const;

/** Texts of any characters, of pieces that parsers trip over, and of the pieces a format is made of. */
export function hostileTextArbitrary(pieces: readonly string[] = [], partsMax = 24): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { arbitrary: fc.constantFrom(...ODD_PIECES), weight: 2 },
    ...(pieces.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...pieces), weight: 5 }]),
    { arbitrary: fc.string({ unit: "binary", maxLength: 6 }), weight: 1 },
  );
  return fc.array(piece, { maxLength: partsMax }).map((parts) => parts.join(""));
}

/** Bytes: of a text, of a text that was damaged, and of nothing at all. */
export function hostileBytesArbitrary(text: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> {
  const encoded = text.map((drawn) => new TextEncoder().encode(drawn));
  const damaged = fc
    .tuple(encoded, fc.nat(), fc.uint8Array({ maxLength: 3 }))
    .map(([bytes, at, inserted]) => insert(bytes, at % (bytes.length + 1), inserted));
  return fc.oneof(
    { arbitrary: encoded, weight: 6 },
    { arbitrary: damaged, weight: 2 },
    { arbitrary: fc.uint8Array({ maxLength: 64 }), weight: 1 },
  );
}

/** JSON values and texts of them: well formed, or with a piece cut out. */
export function hostileJsonArbitrary(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const whole = value.map((drawn) => JSON.stringify(drawn) ?? "");
  const cut = fc
    .tuple(whole, fc.nat(), fc.nat({ max: 4 }))
    .map(
      ([text, at, length]) =>
        text.slice(0, at % (text.length + 1)) + text.slice((at % (text.length + 1)) + length),
    );
  return fc.oneof({ arbitrary: whole, weight: 5 }, { arbitrary: cut, weight: 1 });
}

/** A record whose fields are mostly right, else of another type or missing: what a forged file looks like. */
export function forgedRecordArbitrary(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Record<string, unknown>> {
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("", "../..", "/etc", "a\0b", -1));
  const forged = Object.fromEntries(
    Object.entries(fields).map(([name, right]) => [
      name,
      fc.oneof({ arbitrary: right, weight: 12 }, { arbitrary: odd, weight: 1 }),
    ]),
  );
  return fc.oneof(
    { arbitrary: fc.record(forged), weight: 3 },
    { arbitrary: fc.record(forged, { requiredKeys: [] }), weight: 1 },
  );
}

function insert(bytes: Uint8Array, at: number, inserted: Uint8Array): Uint8Array {
  return new Uint8Array([...bytes.subarray(0, at), ...inserted, ...bytes.subarray(at)]);
}
