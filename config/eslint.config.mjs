import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The files of a part share their modules, and tests speak with real ones anyway. */
const ownModules = {
  selector: "CallExpression[callee.object.name='jest'][callee.property.name=/^(do|un)?mock$/i]",
  message: 'A module that one test replaces is replaced for all tests of its part; pass another one in.',
};

/** One way to write what has two, so that a reader never asks what the difference means. */
const oneStyle = [
  {
    selector: "ImportDeclaration[importKind='type']",
    message: 'Write import { type Name }: a name that becomes a value later changes one word, not a line.',
  },
  {
    selector:
      ":matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator[init.type='ArrowFunctionExpression']:not([id.typeAnnotation])",
    message: 'A function of a module is a function declaration; arrow functions are for values that are passed on.',
  },
];

/** Lint rules; each ban says why, because a rule without a reason is only an obstacle. */
export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'data/**', 'coverage/**', 'test/output/**', 'screenshots/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'test/**/*.ts'],
    languageOptions: {
      globals: globals.node,
      // The contract suite speaks the console's dialect of TypeScript.
      parserOptions: {
        project: ['./tsconfig.json', './frontend/tsconfig.json'],
        tsconfigRootDir: `${import.meta.dirname}/..`,
      },
    },
    rules: {
      // A forgotten await on a money path is a lost error.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  {
    files: ['frontend/**/*.{ts,tsx}'],
    languageOptions: { globals: globals.browser },
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
  {
    rules: {
      // `any` switches the compiler off silently; use `unknown` and narrow.
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // An empty catch hides the first sign of trouble; write the comment that says why ignoring is right.
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-globals': [
        'error',
        {
          name: 'fetch',
          message:
            'global fetch costs seven bare relays of CPU; use the transport (server) or the API layer (console).',
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only: one name per idea, everywhere.' },
        ...oneStyle,
      ],
      // Two spellings of one access look like two meanings.
      'dot-notation': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // Tests, scripts and config files are outside the product: they may export defaults and speak plain fetch.
    files: ['test/**', 'config/**', '**/*.spec.ts', '**/*.test.{ts,tsx}', '**/vite.config.mts'],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-syntax': ['error', ...oneStyle, ownModules] },
  },
  {
    // The calls of the console beside RTK Query: an answer that is wanted while it comes, and those before its first page.
    files: [
      'frontend/src/api/stream-chat.ts',
      'frontend/src/api/early-calls.ts',
      'frontend/src/api/early-calls.test.ts',
    ],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // The demo is a caller of the server, as a browser is.
    files: ['apps/demo/src/**'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // Jest reads its configuration as CommonJS.
    files: ['test/**/*.js', 'test/**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
