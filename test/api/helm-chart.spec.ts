import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = join(__dirname, '../..');
const CHART = join(ROOT, 'config/deploy/helm/sluice');
const RENDERED = join(ROOT, 'test/support/inputs/helm');
/** A Helm of this machine. Without one, what Helm made of the chart when it was changed last is checked. */
const HELM = process.env.SLUICE_HELM ?? 'helm';

/** The schemas come as modules of another kind than tests are. Prints a fault for each manifest, empty for none. */
const VALIDATE = `
  let text = '';
  for await (const piece of process.stdin) text += piece;
  const faults = [];
  for (const manifest of JSON.parse(text)) {
    const { [manifest.kind]: Model } = await import('kubernetes-models/' + manifest.apiVersion);
    try {
      new Model(manifest).validate();
      faults.push('');
    } catch (error) {
      faults.push(error.message);
    }
  }
  console.log(JSON.stringify(faults));`;

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

const FLAVOURS = {
  plain: [],
  sqlite: ['sqlite=true', 'replicas=1'],
  full: [
    'ingress.enabled=true',
    'ingress.tlsSecret=tls',
    'metrics.enabled=true',
    'metrics.serviceMonitor=true',
    'autoscaling.enabled=true',
    'persistence.enabled=false',
  ],
} as const;
type Flavour = keyof typeof FLAVOURS;
const flavours = Object.keys(FLAVOURS) as readonly Flavour[];

function helm(...args: readonly string[]) {
  return spawnSync(HELM, args, { encoding: 'utf8' });
}

const hasHelm = helm('version').status === 0;
if (!hasHelm) process.stderr.write('SKIPPED: Helm is not here; SLUICE_HELM may name its program\n');

function rendered(flavour: Flavour): readonly Manifest[] {
  const text = readFileSync(join(RENDERED, `${flavour}.yaml`), 'utf8');
  return parseAllDocuments(text).map(document => document.toJS() as Manifest);
}

function find(flavour: Flavour, kind: string): Manifest | undefined {
  return rendered(flavour).find(manifest => manifest.kind === kind);
}

/** The pod of the nodes, as far as it is looked at. */
interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly {
    readonly image: string;
    readonly args?: readonly string[];
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly envFrom: readonly unknown[];
    readonly securityContext: Readonly<Record<string, unknown>>;
    readonly volumeMounts: readonly { readonly name: string }[];
    readonly readinessProbe?: { readonly httpGet: { readonly path: string } };
    readonly livenessProbe?: { readonly httpGet: { readonly path: string } };
    readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  }[];
  readonly volumes: readonly { readonly name: string }[];
}

function podOf(manifest: Manifest | undefined): Pod {
  return (manifest?.spec.template as { readonly spec: Pod }).spec;
}

describe('the chart for Kubernetes', () => {
  (hasHelm ? it : it.skip)('is clean for Helm, which makes of it what is checked here', () => {
    expect(helm('lint', CHART, '--strict')).toMatchObject({ status: 0 });
    for (const flavour of flavours) {
      const { stdout, stderr } = helm('template', 'sluice', CHART, '--set', FLAVOURS[flavour].join(','));
      expect(stderr).toBe('');
      if (process.env.UPDATE_HELM === '1') writeFileSync(join(RENDERED, `${flavour}.yaml`), stdout);
      expect(stdout).toBe(readFileSync(join(RENDERED, `${flavour}.yaml`), 'utf8'));
    }
  });

  (hasHelm ? it : it.skip)('is refused with a sentence where several pods would open one SQLite file', () => {
    const { status, stderr } = helm('template', 'sluice', CHART, '--set', 'sqlite=true');
    expect([status, stderr]).toEqual([1, expect.stringContaining('set replicas to 1')]);
  });

  it.each(flavours)('fits the schemas of Kubernetes: %s', flavour => {
    const known = rendered(flavour).filter(({ kind }) => kind !== 'ServiceMonitor'); // an operator brings that one
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', VALIDATE], {
      cwd: ROOT,
      encoding: 'utf8',
      input: JSON.stringify([...known, { apiVersion: 'apps/v1', kind: 'StatefulSet', spec: { replicas: 'two' } }]),
    });
    expect(stderr).toBe('');
    const faults = JSON.parse(stdout) as readonly string[];
    expect(faults.slice(0, -1)).toEqual(known.map(() => ''));
    expect(faults.at(-1)).toContain('replicas must be integer');
  });

  it('has the version of the server', () => {
    const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as Readonly<Record<string, string>>;
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
  });

  it.each([
    ['plain', ['Job', 'PodDisruptionBudget', 'Service', 'Service', 'StatefulSet']],
    ['sqlite', ['Service', 'Service', 'StatefulSet']],
    [
      'full',
      [
        ...['HorizontalPodAutoscaler', 'Ingress', 'Job', 'PodDisruptionBudget', 'Service', 'Service'],
        ...['ServiceMonitor', 'StatefulSet'],
      ],
    ],
  ] as const)('makes what %s asks for', (flavour, kinds) => {
    expect(
      rendered(flavour)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(kinds);
  });

  it.each(flavours)('lets %s pods run without rights on a file system that they cannot write to', flavour => {
    const pods = rendered(flavour).filter(({ kind }) => kind === 'StatefulSet' || kind === 'Job');
    for (const manifest of pods) {
      const pod = podOf(manifest);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.volumeMounts.map(({ name }) => name)).toEqual(['data', 'tmp']);
        const claims = (manifest.spec.volumeClaimTemplates ?? []) as readonly Manifest[];
        const volumes = [...pod.volumes, ...claims.map(({ metadata }) => metadata)].map(({ name }) => name);
        expect(volumes.sort()).toEqual(['data', 'tmp']);
        expect(container.envFrom).toEqual([{ secretRef: { name: 'sluice' } }]);
      }
    }
  });

  it('sets only variables that the server has, and lets it end', () => {
    const known = JSON.parse(readFileSync(join(ROOT, 'config/env-map.json'), 'utf8')) as Readonly<
      Record<string, string>
    >;
    for (const flavour of flavours) {
      const pod = podOf(find(flavour, 'StatefulSet'));
      const env = new Map(pod.containers[0]?.env.map(({ name, value }) => [name, value]));
      expect([...env.keys()].filter(name => !(name in known))).toEqual([]);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(env.get('DRAIN_SECONDS')) + 5);
    }
  });

  it('asks the addresses of health, and sends what comes in to the port of the server', () => {
    const [container] = podOf(find('full', 'StatefulSet')).containers;
    expect(container?.livenessProbe?.httpGet.path).toBe('/healthz');
    expect(container?.readinessProbe?.httpGet.path).toBe('/readyz');
    expect(container?.ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: 9464 },
    ]);
  });

  it('changes the tables before new pods start, with the command line of the image', () => {
    const job = find('plain', 'Job');
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(podOf(job).containers[0]?.args).toEqual(['node', 'dist/server/cli.js', 'migrate']);
  });

  it('lets streams through, and keeps a key with a pod', () => {
    const annotations = find('full', 'Ingress')?.metadata.annotations ?? {};
    const [prefix, named] = [
      'nginx.ingress.kubernetes.io',
      (name: string) => annotations[`nginx.ingress.kubernetes.io/${name}`],
    ];
    expect(Object.keys(annotations).every(name => name.startsWith(`${prefix}/`))).toBe(true);
    expect(named('proxy-buffering')).toBe('off');
    expect(Number(named('proxy-read-timeout'))).toBeGreaterThan(600);
    expect(named('upstream-hash-by')).toContain('$http_authorization');
  });

  it('selects its pods, and no others', () => {
    for (const flavour of flavours) {
      const labels = (find(flavour, 'StatefulSet')?.spec.template as { metadata: { labels: object } }).metadata.labels;
      const selectors = rendered(flavour).flatMap(({ kind, spec }) =>
        kind === 'Service'
          ? [spec.selector]
          : kind === 'PodDisruptionBudget'
            ? [(spec.selector as { matchLabels: object }).matchLabels]
            : [],
      );
      expect(selectors.length).toBeGreaterThan(1);
      for (const selector of selectors) expect(labels).toMatchObject(selector as object);
      const { template } = (find(flavour, 'Job')?.spec ?? {}) as { template?: { metadata: { labels: object } } };
      if (template) expect(template.metadata.labels).not.toMatchObject(selectors[0] as object);
    }
  });
});
