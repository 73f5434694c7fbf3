/** A simulated browser with Node's own fetch: jsdom has none, and its abort signals do not fit Node's. */
const { default: JsdomEnvironment } = require('jest-environment-jsdom');

const borrowed = [
  'fetch',
  'Headers',
  'Request',
  'Response',
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'TextDecoder',
  'TextEncoder',
  'structuredClone',
];

module.exports = class WebEnvironment extends JsdomEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of borrowed) this.global[name] = globalThis[name];
  }
};
