import { expect, test } from "bun:test";
import { visibleText } from "@metis-curate/models";

test.each([
  ["bidi override", "a\u202Eb", "a⟨U+202E⟩b"],
  ["zero width space", "a\u200Bb", "a⟨U+200B⟩b"],
  ["byte order mark", "\uFEFFa", "⟨U+FEFF⟩a"],
  ["escape", "a\u001b[31mb", "a⟨U+001B⟩[31mb"],
  ["NUL", "a\u0000b", "a⟨U+0000⟩b"],
  ["C1 control", "a\u0085b", "a⟨U+0085⟩b"],
  ["line separator", "a\u2028b", "a⟨U+2028⟩b"],
  ["tag characters", "a\u{E0041}b", "a⟨U+E0041⟩b"],
  ["variation selectors as a channel", "a\uFE01b", "a⟨U+FE01⟩b"],
  ["a selector after a selector", "❤\uFE0F\uFE0F", "❤\uFE0F⟨U+FE0F⟩"],
  ["a supplementary selector", "❤\u{E0105}", "❤⟨U+E0105⟩"],
  ["joiner between Latin letters", "pass\u200Dword", "pass⟨U+200D⟩word"],
  ["Hangul filler", "a\u3164b", "a⟨U+3164⟩b"],
  ["lone surrogate", "a\uD800b", "a⟨U+D800⟩b"],
  ["soft hyphen", "a\u00ADb", "a⟨U+00AD⟩b"],
])("%s is made visible", (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each([
  ["tabs and line ends", "a\tb\nc"],
  ["emoji with joiners", "👨‍👩‍👧 👩🏽‍💻 ❤️‍🔥"],
  ["keycaps", "1\uFE0F\u20E3"],
  ["Persian", "می\u200Cخواهم"],
  ["Hindi", "क्\u200Dष"],
  ["Chinese and accents", "部署 déploiement e\u0301"],
])("%s stay", (_, text) => {
  expect(visibleText(text)).toBe(text);
});

test("line ends of any kind become one", () => {
  expect(visibleText("a\r\nb\rc\n")).toBe("a\nb\nc\n");
});
