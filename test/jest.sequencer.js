const { default: Sequencer } = require('@jest/test-sequencer');
const { secondsOf } = require('./file-seconds');

/** A part of a suite takes longer than any file by itself. */
function rankOf({ path }) {
  return /\/part-\d+\./.test(path) ? Number.MAX_SAFE_INTEGER : secondsOf(path);
}

/** The longest files first: one that begins last keeps one core busy while the others are idle. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => rankOf(b) - rankOf(a) || a.path.localeCompare(b.path));
  }
};
