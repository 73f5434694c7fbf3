/** The simulated browser, with Node's own timers for the servers that stand in for the world outside. */
const WebEnvironment = require('./jest.web-environment');

const borrowed = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'];

module.exports = class ContractEnvironment extends WebEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of borrowed) this.global[name] = globalThis[name];
  }
};
