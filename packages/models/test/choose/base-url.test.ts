import { expect, test } from "bun:test";
import { parseBaseUrl } from "@metis-curate/models";

test.each([
  ["https://api.example.com/v1/", "https://api.example.com/v1"],
  ["http://localhost:11434/v1", "http://localhost:11434/v1"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["http://[::1]:8080/v1", "http://[::1]:8080/v1"],
  ["http://192.168.1.20:8000/v1", "http://192.168.1.20:8000/v1"],
  ["http://10.1.2.3", "http://10.1.2.3"],
  ["http://172.31.0.2", "http://172.31.0.2"],
  ["http://100.100.1.2", "http://100.100.1.2"],
  ["http://[fd00::2]:8000", "http://[fd00::2]:8000"],
  ["http://ollama:11434", "http://ollama:11434"],
  ["http://box.local/v1", "http://box.local/v1"],
  [" HTTPS://API.Example.com ", "https://api.example.com"],
])("%s is a base URL", (text, url) => {
  expect(parseBaseUrl(text)).toEqual({ kind: "url", url });
});

test.each([
  ["ftp://example.com", "no http or https"],
  ["file:///etc/passwd", "no http or https"],
  ["localhost:11434", "no http or https"],
  ["", "no http or https"],
  ["https://user:pass@example.com", "credentials"],
  ["https://user@example.com", "credentials"],
  ["https://example.com/v1?key=1", "without ? or #"],
  ["https://example.com/#a", "without ? or #"],
  ["http://example.com/v1", "use https"],
  ["http://172.32.0.1", "use https"],
  ["http://8.8.8.8", "use https"],
  ["http://192.168.1.20.example.com", "use https"],
  ["http://localhost.example.com", "use https"],
  ["http://[2001:db8::1]", "use https"],
  ["http://0x08080808", "use https"],
])("%s is refused", (text, why) => {
  const parsed = parseBaseUrl(text);
  if (parsed.kind !== "bad") throw new Error(`accepted as ${parsed.url}`);
  expect(parsed.message).toContain(why);
  expect(parsed.message).not.toContain("pass");
});
