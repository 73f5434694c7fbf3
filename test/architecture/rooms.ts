/** A room: a folder of sources whose own folders stand above each other. */
export interface Room {
  readonly root: string;
  /**
   * The folders (and single files) of the room from the roof down. Each imports only from those behind it, and from
   * itself. Those that share an entry are neighbours, which do not import each other.
   */
  readonly floors: readonly (readonly string[])[];
  /**
   * Folders whose own folders do not import each other: what two of them share lies on a lower floor. A folder that
   * stands among the floors by itself is not one of them.
   */
  readonly apart: readonly string[];
  /** Folders with helpers for tests; like tests, they may import anything, and no other code imports them. */
  readonly testSupport: readonly string[];
  /** Imports that point the wrong way today, as "from -> to", relative to the root. Only ever fewer. */
  readonly exceptions: readonly string[];
}

/**
 * The rooms of the repository: every folder of sources with folders of its own. Libs without folders have no table, only
 * the rule that their files do not import each other in a circle.
 */
export const ROOMS: readonly Room[] = [
  {
    root: 'frontend/src',
    floors: [['main.tsx'], ['app'], ['features'], ['base'], ['shared'], ['api', 'i18n']],
    apart: ['features'],
    testSupport: ['test-support'],
    exceptions: [],
  },
  {
    root: 'libs/formats/src',
    floors: [
      ['index.ts'],
      ['chat-formats.ts'],
      ['anthropic', 'gemini', 'responses'],
      ['openai'],
      ['tokens'],
      ['canonical'],
      ['json'],
    ],
    apart: [],
    testSupport: ['testing', 'testing.ts', 'testing-calls.ts'],
    exceptions: [],
  },
  {
    root: 'libs/providers/src',
    floors: [
      ['index.ts'],
      ['registry.ts', 'task-registry.ts'],
      ['adapters/vertex'],
      ['adapters/aws-claude', 'adapters/azure', 'adapters/custom', 'adapters/zhipu'],
      ['adapters'],
      ['tasks'],
      ['openai-compatible'],
      ['shared'],
      ['contract'],
    ],
    apart: ['adapters'],
    testSupport: ['testing'],
    exceptions: [],
  },
  {
    root: 'libs/relay/src',
    floors: [
      ['index.ts'],
      ['relay.module.ts'],
      ['access-report', 'probe'],
      ['realtime'],
      ['http'],
      ['run-relay.ts'],
      ['answers.ts', 'counted-tokens.ts'],
      ['charge'],
      ['admission'],
      ['attempt'],
      ['moderation'],
      ['delivery'],
      ['answer'],
      ['stream'],
      ['limits'],
      ['rate'],
      ['usage'],
      ['images'],
      ['routing'],
      ['transport'],
      ['dialect'],
      ['shape'],
      ['call'],
    ],
    apart: [],
    testSupport: ['testing'],
    exceptions: [],
  },
  {
    root: 'libs/channel/src',
    floors: [
      ['index.ts'],
      ['channel.module.ts'],
      ['console'],
      ['health'],
      ['keys', 'responses', 'figures'],
      ['catalog'],
      ['store'],
    ],
    apart: [],
    testSupport: ['testing'],
    exceptions: [],
  },
  {
    root: 'libs/user/src',
    floors: [['index.ts'], ['user.module.ts'], ['console'], ['notices', 'accounts'], ['store']],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'libs/alert/src',
    floors: [
      ['index.ts'],
      ['alert.module.ts'],
      ['console'],
      ['evaluate'],
      ['delivery'],
      ['transport'],
      ['formats', 'kinds'],
      ['store'],
    ],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'libs/log/src',
    floors: [['index.ts'], ['log.module.ts'], ['console'], ['store']],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'libs/option/src',
    floors: [['index.ts'], ['option.module.ts'], ['site', 'mail'], ['options']],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'libs/platform/src',
    floors: [
      ['index.ts'],
      ['platform.module.ts'],
      ['audit', 'mail', 'threads', 'metrics'],
      ['jobs'],
      ['crypto', 'events', 'http', 'transport'],
      ['cluster', 'database'],
      ['log'],
      ['config'],
      ['files'],
    ],
    apart: [],
    testSupport: ['testing'],
    exceptions: [],
  },
  {
    root: 'libs/kernel/src',
    floors: [
      ['index.ts'],
      ['json-fields.ts'],
      [
        'async',
        'sse',
        'csv.ts',
        'fraction.ts',
        'group-by.ts',
        'in-order.ts',
        'json.ts',
        'quota.ts',
        'random.ts',
        'url.ts',
      ],
      ['errors', 'clock.ts'],
    ],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'libs/auth/src',
    floors: [
      ['index.ts'],
      ['auth.module.ts'],
      ['oidc'],
      ['passkey', 'third-party'],
      ['mail'],
      ['login'],
      ['human', 'second-factor'],
      ['session', 'tickets'],
    ],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'libs/redemption/src',
    floors: [['index.ts'], ['redemption.module.ts'], ['check-in', 'code', 'top-up']],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'libs/midjourney/src',
    floors: [
      ['index.ts'],
      ['midjourney.module.ts'],
      ['midjourney.platform.ts', 'midjourney.routes.ts', 'console'],
      ['submit', 'midjourney-queries.service.ts'],
      ['view'],
      ['image'],
      ['midjourney-upstream.ts'],
      ['task'],
    ],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'apps/server/src',
    floors: [
      ['main.ts', 'cli.ts', 'ledger-verify.ts', 'write-code-cache.ts'],
      ['commands'],
      ['serve.ts', 'workers.ts'],
      ['configuration'],
      ['create-app.ts'],
      ['app.module.ts', 'http-server.ts', 'slow-bodies.ts'],
      [
        'schedule.ts',
        'static.routes.ts',
        'probes.ts',
        'metrics-endpoint.ts',
        'openapi',
        'close-server.ts',
        'front.ts',
        'idle-memory.ts',
      ],
      ['fresh-connections.ts'],
      ['ledger-start.ts', 'database'],
      ['paths.ts', 'code-cache.ts', 'passed-connections.ts', 'engine.ts'],
    ],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'apps/mock-upstream/src',
    floors: [['index.ts', 'main.ts'], ['scripts'], ['tasks'], ['mock-upstream.ts'], ['chat', 'perform.ts'], ['call']],
    apart: [],
    testSupport: [],
    exceptions: [],
  },
  {
    root: 'libs/task/src',
    floors: [
      ['index.ts'],
      ['task.module.ts'],
      ['media.platforms.ts', 'media.routes.ts'],
      ['console', 'routes'],
      ['submissions'],
      ['engine'],
      ['store'],
      ['http'],
      ['transport'],
    ],
    apart: ['routes'],
    testSupport: [],
    exceptions: [],
  },
];
