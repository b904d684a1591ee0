// Makes the pages livelier; every one of them works without it.
import { addCopyButtons } from "./copy-buttons.js";
import { drawCharts } from "./live-charts.js";
import { startLiveTables } from "./live-table.js";
import { showLocalTimes } from "./local-times.js";

document.documentElement.dataset.live = "";
showLocalTimes(document);
addCopyButtons(document);
startLiveTables(showLocalTimes);
drawCharts();
