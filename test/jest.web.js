/** The console in a simulated browser: components, hooks and the API layer, beside their sources. */
const base = require('./jest.base');

const [[pattern, [transformer, server]]] = Object.entries(base.transform);

/** The formatter of answers and everything it is made of. */
const markdownParts = [
  'react-markdown',
  'unified',
  '(remark|rehype|unist-util|mdast-util|hast-util|estree-util|html-url|decode-named-character|is-plain)-[^/]+',
  '(vfile|micromark|character-entities)[^/]*',
  '(space|comma)-separated-tokens',
  'property-information',
  'bail',
  'trough',
  'devlop',
  'ccount',
  'escape-string-regexp',
  'markdown-table',
  'longest-streak',
  'zwitch',
  'trim-lines',
  'lowlight',
];

module.exports = {
  ...base,
  id: 'console',
  displayName: 'web',
  testEnvironment: '<rootDir>/test/jest.web-environment.js',
  testMatch: ['<rootDir>/frontend/src/**/*.test.{ts,tsx}'],
  setupFiles: ['<rootDir>/frontend/src/test-support/browser-gaps.ts'],
  setupFilesAfterEnv: ['<rootDir>/frontend/src/test-support/patience.ts'],
  moduleNameMapper: {
    ...base.moduleNameMapper,
    '\\.css$': '<rootDir>/frontend/src/test-support/style-stub.ts',
    '\\.svg$': '<rootDir>/test/jest.asset-stub.js',
  },
  // These ship ES modules only.
  transformIgnorePatterns: [`node_modules/(?!(${['marked', 'echarts', 'zrender', ...markdownParts].join('|')})/)`],
  transform: {
    // The console has no decorators; it has JSX with the automatic runtime.
    [pattern]: [
      transformer,
      {
        ...server,
        jsc: {
          target: server.jsc.target,
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  // Longer than its waits together, which fail by themselves: a test that is cut off inside React's `act` leaves it open for
  // the tests that follow.
  testTimeout: 180_000,
};
