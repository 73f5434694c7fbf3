import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { PrivateServer } from '../support/servers/private-server';
import { startFaultScene, type FaultScene, type Figures } from '../support/scenes/fault-scene';

/** Runs the experiments of one database and prints a row of a table for each. Needs the build, and root for the servers. */
const AWAY_MS = Number(process.env.FAULTS_AWAY_SECONDS ?? 150) * 1000;

type Dialect = 'sqlite' | 'postgres' | 'mysql';

interface Experiment {
  readonly name: string;
  readonly lastsMs: number;
  readonly begin: (stage: Stage) => Promise<void>;
  readonly end: (stage: Stage) => Promise<void>;
}

interface Stage {
  readonly scene: FaultScene;
  readonly server: PrivateServer | null;
  /** A database session outside the server. */
  readonly foreign: QueryRunner;
}

const lockFile = { begin: ({ foreign }: Stage) => foreign.query('BEGIN IMMEDIATE'), end: rollBack } as const;

async function killAndBack({ scene }: Stage) {
  await pause(3000);
  await scene.killServer();
}

const SQLITE: readonly Experiment[] = [
  { name: 'file locked by another process for 20 s', lastsMs: 20_000, ...lockFile },
  { name: `file locked for ${AWAY_MS / 1000} s`, lastsMs: AWAY_MS, ...lockFile },
  {
    name: 'locked, and the node killed meanwhile',
    lastsMs: 3000,
    begin: async stage => {
      await lockFile.begin(stage);
      await killAndBack(stage);
    },
    end: async stage => {
      await rollBack(stage);
      await stage.scene.startServerAgain();
    },
  },
];

const SERVERS: readonly Experiment[] = [
  {
    name: 'row of one account locked for 40 s',
    lastsMs: 40_000,
    begin: async ({ foreign, scene }) => {
      await foreign.query('BEGIN');
      await foreign.query(`SELECT * FROM accounts WHERE kind = 1 AND owner_id = ${scene.first.id} FOR UPDATE`);
    },
    end: rollBack,
  },
  {
    name: 'server frozen for 20 s',
    lastsMs: 20_000,
    begin: async ({ server }) => server?.freeze(),
    end: async ({ server }) => server?.thaw(),
  },
  {
    name: 'server stopped for 10 s',
    lastsMs: 10_000,
    begin: async ({ server }) => server?.down(),
    end: async ({ server }) => server?.up(),
  },
  {
    name: 'read-only for 6 s',
    lastsMs: 6000,
    begin: async ({ server }) => server?.setReadOnly(true),
    end: async ({ server }) => server?.setReadOnly(false),
  },
  {
    name: 'server stopped, and the node killed meanwhile',
    lastsMs: 3000,
    begin: async stage => {
      await stage.server?.down();
      await killAndBack(stage);
    },
    end: async stage => {
      await stage.server?.up();
      await stage.scene.startServerAgain();
    },
  },
  {
    name: `server away for ${AWAY_MS / 1000} s`,
    lastsMs: AWAY_MS,
    begin: async ({ server }) => server?.down(),
    end: async ({ server }) => server?.up(),
  },
];

async function rollBack({ foreign }: Stage): Promise<void> {
  await foreign.query('ROLLBACK');
}

async function run(dialect: Dialect, experiment: Experiment): Promise<Figures> {
  const server = dialect === 'sqlite' ? null : await PrivateServer.start(dialect);
  try {
    const scene = await startFaultScene(server?.url ?? null);
    try {
      return await runOn(scene, server, experiment);
    } finally {
      await scene.close();
    }
  } finally {
    await server?.close();
  }
}

async function runOn(scene: FaultScene, server: PrivateServer | null, experiment: Experiment): Promise<Figures> {
  const options = server
    ? ({ type: server.dialect, url: server.url } as const)
    : ({ type: 'sqlite', database: scene.sqliteFile } as const);
  const source = await new DataSource(options).initialize();
  const foreign = source.createQueryRunner();
  try {
    scene.begin();
    await pause(3000);
    const beganAt = performance.now();
    await experiment.begin({ scene, server, foreign });
    await pause(experiment.lastsMs);
    await experiment.end({ scene, server, foreign });
    return await scene.finish(beganAt, performance.now());
  } finally {
    await foreign.release().catch(() => undefined); // its server may be gone
    await source.destroy().catch(() => undefined);
  }
}

function seconds(milliseconds: number | null) {
  return milliseconds === null ? '-' : (milliseconds / 1000).toFixed(1);
}

function rowOf(dialect: Dialect, name: string, figures: Figures): string {
  const { answered, refused, other, longestMs, longestOtherMs, notReadyAfterMs, readyAgainAfterMs } = figures;
  const cells = [
    dialect,
    name,
    answered,
    refused,
    other,
    seconds(longestMs),
    seconds(longestOtherMs),
    seconds(notReadyAfterMs),
    seconds(readyAgainAfterMs),
    figures.lost,
    figures.reservedUnits,
    figures.differenceUnits,
  ];
  return `| ${cells.join(' | ')} |`;
}

async function main(): Promise<void> {
  const dialect = (process.argv[2] ?? 'sqlite') as Dialect;
  const wanted = new RegExp(process.argv[3] ?? '');
  for (const experiment of dialect === 'sqlite' ? SQLITE : SERVERS) {
    if (!wanted.test(experiment.name)) continue;
    process.stdout.write(`${rowOf(dialect, experiment.name, await run(dialect, experiment))}\n`);
  }
  process.exit(0); // connections to servers that were killed may linger
}

process.on('uncaughtException', error => process.stderr.write(`${error.stack}\n`)); // of a foreign session's connection
void main();
