const HEIGHT = 190;
const BAR_SHARE = 0.7;
const BAR_WIDTH_MAX = 36;
const LABEL_SPACE = 64;
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => [step, step * 10, step * 100, step * 1_000, step * 10_000])
  .sort((a, b) => a - b);

/** Draws every chart of the page over its still picture, from the numbers in its table. */
export async function drawCharts() {
  const figures = [...document.querySelectorAll("figure[data-chart]")];
  if (figures.length === 0) return;
  const { default: uPlot } = await import("./uplot.js");
  for (const figure of figures) drawChart(uPlot, figure, readNumbers(figure));
}

function readNumbers(figure) {
  const plot = figure.querySelector("[data-plot]");
  const rows = [...figure.querySelectorAll(".numbers tbody tr")];
  const heads = [...figure.querySelectorAll(".numbers thead th[data-tone]")];
  return {
    unit: figure.dataset.chart,
    top: Number(plot.dataset.top),
    limit: plot.dataset.limit === undefined ? null : Number(plot.dataset.limit),
    series: heads.map((head) => ({ label: head.textContent, tone: head.dataset.tone })),
    labels: rows.map((row) => row.cells[0].textContent),
    links: rows.map((row) => row.cells[0].querySelector("a")?.href ?? null),
    texts: rows.map((row) => [...row.cells].slice(1).map((cell) => cell.textContent)),
    amounts: rows.map((row) => [...row.cells].slice(1).map((cell) => Number(cell.dataset.amount))),
  };
}

function drawChart(uPlot, figure, numbers) {
  const plot = figure.querySelector("[data-plot]");
  const readout = figure.querySelector("[data-readout]");
  const still = [...plot.childNodes];
  let chart = null;
  const draw = () => {
    chart?.destroy();
    plot.replaceChildren();
    chart = new uPlot(optionsFor(uPlot, plot, numbers, readout), stacked(numbers), plot);
    chart.root.setAttribute("aria-hidden", "true");
  };
  try {
    draw();
  } catch (error) {
    plot.replaceChildren(...still);
    throw error;
  }
  new ResizeObserver(() => chart.setSize({ width: plot.clientWidth, height: HEIGHT })).observe(plot);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

/** Running sums, the highest first, so that each bar covers the lower part of the one before. */
function stacked({ amounts, series }) {
  const sums = series.map((_, index) =>
    amounts.map((values) => values.slice(0, index + 1).reduce((sum, value) => sum + value, 0)),
  );
  return [amounts.map((_, index) => index), ...sums.toReversed()];
}

function optionsFor(uPlot, plot, numbers, readout) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const bars = uPlot.paths.bars({ size: [BAR_SHARE, BAR_WIDTH_MAX] });
  const axis = { stroke: colour("quiet"), font, ticks: { show: false } };
  return {
    width: plot.clientWidth,
    height: HEIGHT,
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: () => [-0.5, numbers.labels.length - 0.5] },
      y: { range: () => [0, numbers.top] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        splits: (chart) => labelled(numbers.labels.length, chart),
        values: (_, at) => at.map((index) => axisLabel(numbers.labels[index] ?? "")),
      },
      {
        ...axis,
        grid: { stroke: colour("line"), width: 1 },
        size: (_, values) => axisWidth(values),
        space: 36,
        ...(numbers.unit === "count" ? { incrs: WHOLE_STEPS } : {}),
        values: (_, at) => at.map((value) => amountText(numbers.unit, value)),
      },
    ],
    series: [
      {},
      ...numbers.series.toReversed().map(({ label, tone }) => ({
        label,
        fill: colour(`tone-${tone}`),
        width: 0,
        paths: bars,
        points: { show: false },
      })),
    ],
    hooks: {
      draw: [(chart) => drawLimit(chart, numbers.limit, colour("ink"))],
      setCursor: [(chart) => showNumbers(chart, numbers, readout)],
    },
  };
}

/** As many labels as fit beside each other, evenly spread, the last one always. */
function labelled(count, chart) {
  const fitting = Math.max(1, Math.floor(chart.bbox.width / devicePixelRatio / LABEL_SPACE));
  const step = Math.max(1, Math.ceil(count / fitting));
  const at = [];
  for (let index = count - 1; index >= 0; index -= step) at.unshift(index);
  return at;
}

function axisWidth(values) {
  const longest = Math.max(1, ...(values ?? []).map((value) => value.length));
  return 12 + longest * 7;
}

function amountText(unit, value) {
  const text = Number(value.toPrecision(6)).toLocaleString("en-US", {
    minimumFractionDigits: unit === "usd" ? 2 : 0,
    maximumFractionDigits: 6,
  });
  if (unit === "usd") return `$${text}`;
  return Number.isInteger(value) ? text : "";
}

function drawLimit(chart, limit, colour) {
  if (limit === null) return;
  const { ctx, bbox } = chart;
  const y = chart.valToPos(limit, "y", true);
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

function showNumbers(chart, numbers, readout) {
  const { idx } = chart.cursor;
  if (idx === null || idx === undefined) {
    readout.textContent = "";
    return;
  }
  const values = numbers.series.map(({ label }, index) => `${label} ${numbers.texts[idx][index]}`);
  readout.textContent = `${numbers.labels[idx]}: ${values.join(", ")}`;
}

/** A day of UTC without its year. */
function axisLabel(label) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(label)) return label;
  const date = new Date(label);
  return `${date.getUTCDate()} ${date.toLocaleDateString("en-US", { month: "short", timeZone: "UTC" })}`;
}
