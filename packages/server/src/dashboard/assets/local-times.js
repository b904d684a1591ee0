const FORMATS = {
  minute: new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }),
  day: new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }),
};

/** Shows every time below `scope` in the viewer's zone; UTC stays in its title. */
export function showLocalTimes(scope) {
  for (const element of scope.querySelectorAll("time[data-local]")) {
    const moment = new Date(element.dateTime);
    const format = FORMATS[element.dataset.local];
    if (format === undefined || Number.isNaN(moment.getTime())) continue;
    element.textContent = format.format(moment);
  }
  for (const zone of scope.querySelectorAll("[data-zone]")) {
    zone.textContent = `in your zone (${FORMATS.minute.resolvedOptions().timeZone})`;
  }
}
