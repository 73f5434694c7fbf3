/** A machine on which others use more than this share of the processors measures them, too. */
const BUSY_SHARE = 0.1;

function round(value, digits = 2) {
  return Number(value.toFixed(digits));
}

/** A median with the least and the most of its rounds. */
function spread(figure, digits) {
  if (figure === null) return '–';
  return `${round(figure.median, digits)} (${round(figure.least, digits)} to ${round(figure.most, digits)})`;
}

function printRows(title, rows) {
  if (rows.length === 0) return;
  console.log(`\n${title}`);
  console.table(
    rows.map(row => ({
      ...(row.layout && { layout: row.layout }),
      scenario: row.scenario,
      'bare µs': row.bareCpuMicroseconds && round(row.bareCpuMicroseconds.median, 1),
      µs: spread(row.cpuMicroseconds, 1),
      'CPU ratio': spread(row.cpuRatio),
      per: row.unit,
      'added median ms': spread(row.addedMedianMs),
      'added p99 ms': spread(row.addedP99Ms),
      'per second': round(row.perSecond.median, 0),
      'bare per second': round(row.barePerSecond.median, 0),
      failures: row.failures,
    })),
  );
}

function sayMachine({ cores, model, node, busyBefore, busyAfter }) {
  const busy = Math.max(busyBefore, busyAfter);
  console.log(
    `${cores} cores of ${model}, Node ${node}; others used ${round(busy * 100, 0)} % of them beside the run.`,
  );
  if (busy > BUSY_SHARE) console.log('THE MACHINE WAS BUSY: these figures say little.');
}

/** Prints the tables of a run; medians with the least and the most of the rounds. */
export function printResults(results) {
  const { machine, rows, accounting, budgets, tracing, memory, streams, restart, ledger, workers, clusters, peer } =
    results;
  printRows('Sluice on SQLite, with full sync', rows);
  printRows('The same beside a Sluice (as "bare") without prices, log and hourly figures', accounting);
  printRows('With budgets, teams, plans and costs, beside calls (as "bare") without', budgets);
  printRows('With traces, beside a Sluice (as "bare") without', tracing);
  printRows('Sluice on one SQLite file', workers);
  printRows('Sluice on PostgreSQL with Redis', clusters);
  printRows('The other gateway', peer);
  console.log(
    `\nmemory: ${round(memory.idleMiB, 0)} MiB idle, ${round(memory.afterLoadMiB, 0)} MiB after the first load`,
  );
  if (streams) {
    console.log(
      `${streams.count} streams at once: ${streams.lost} lost something; ${round(streams.kilobytesEach, 1)} kB each; ` +
        `${round(streams.beforeMiB, 0)} MiB before, ${round(streams.openMiB, 0)} meanwhile, ${round(streams.afterMiB, 0)} afterwards`,
    );
  }
  if (restart) {
    const { medianMs, leastMs, mostMs } = restart;
    console.log(`ready after ${round(medianMs, 0)} ms (${round(leastMs, 0)} to ${round(mostMs, 0)})`);
  }
  if (ledger) {
    console.log(
      `ledger on SQLite, full sync: ${round(ledger.pairsPerSecond, 0)} reserve-plus-settle pairs/s with 64 in flight; ` +
        `one pair alone ${round(ledger.aloneMedianMs)} ms median; difference ${ledger.differenceUnits}`,
    );
  }
  sayMachine(machine);
}
