const SHOWN_MS = 1500;

/** Adds to each command below `scope` a button that copies it. */
export function addCopyButtons(scope) {
  if (navigator.clipboard === undefined) return;
  for (const command of scope.querySelectorAll("[data-copy]")) command.append(copyButton(command));
}

function copyButton(command) {
  const button = document.createElement("button");
  const line = command.querySelector("code").textContent;
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy ${line}`);
  button.addEventListener("click", async () => {
    button.textContent = (await written(line)) ? "Copied" : "Not copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, SHOWN_MS);
  });
  return button;
}

async function written(line) {
  try {
    await navigator.clipboard.writeText(line);
    return true;
  } catch {
    return false;
  }
}
