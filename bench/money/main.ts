/** Prints what one run over 200 skills costs, by purpose and part of the prompt: `bun bench/money/main.ts`. */
import { measureMoney } from "./measure-money.ts";

const { purposes, calls, usd, estimateUsd } = await measureMoney();
console.log("purpose      calls  rules  skills  facts  output  USD   (tokens of one request)");
for (const { purpose, calls: count, rules, skills, facts, output, usd: cost } of purposes) {
  const figures = [count, rules, skills, facts, output].map((value, at) =>
    String(value).padStart(at === 0 ? 5 : 6),
  );
  console.log(`${purpose.padEnd(11)}  ${figures.join(" ")}  ${cost}`);
}
console.log(
  `all ${calls} calls: $${usd}; the estimate was $${estimateUsd}, ${(Number(estimateUsd) / Number(usd)).toFixed(1)} times that`,
);
