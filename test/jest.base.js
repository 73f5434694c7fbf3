/** What every Jest suite of the server shares: SWC with decorator metadata, and the path aliases of tsconfig.json. */
const { compilerOptions } = require('../tsconfig.json');
const path = require('node:path');
const workers = require('./jest.workers');

const root = path.join(__dirname, '..');
const aliases = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, [target]]) => [`^${alias}$`, path.join(root, target)]),
);

module.exports = {
  // One name for all configurations of the server, or each of them would compile the same files again.
  id: 'server',
  rootDir: root,
  // What was compiled, and how long each file took, stay with the dependencies: temporary files may be in memory.
  cacheDirectory: path.join(root, 'node_modules/.cache/jest'),
  maxWorkers: workers(),
  testEnvironment: 'node',
  moduleNameMapper: aliases,
  resolver: path.join(root, 'test/jest.resolver.js'),
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json'],
  // Nest 12, content-disposition (of @fastify/static), music-metadata and openid-client with their parts ship ES modules only, and OpenTelemetry's exporter imports at run time; Jest on Node 20 needs CommonJS.
  transformIgnorePatterns: [
    'node_modules/(?!(@nestjs|content-disposition|music-metadata|strtok3|token-types|@tokenizer|@borewit|file-type|uint8array-extras|content-type|media-typer|win-guid|@opentelemetry/otlp-exporter-base|openid-client|oauth4webapi|jose|marked)/)',
  ],
  transform: {
    '^.+\\.[mc]?[tj]sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
};
