const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that take long, longest first: one that begins last keeps one core busy while the others are idle. */
const LONG = [
  /processes\/rotate-master-key/, // four minutes, nearly all of them waiting
  /billing\/crash/,
  /databases\/part/,
  /processes\/(archive|command-kill|workers|retention-kill|scheduled-backup|migration|task-kill)/,
  /processes\//,
  /architecture\/expressions/,
];

function rankOf({ path }) {
  const at = LONG.findIndex(long => long.test(path));
  return at < 0 ? LONG.length : at;
}

/** Jest begins with what took longest the last time; a first run begins with what is known to take long. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
};
