/** One line of the text format. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What a Prometheus would have read. */
export class Scrape {
  private constructor(private readonly samples: readonly Sample[]) {}

  static read(text: string): Scrape {
    const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
    return new Scrape(lines.map(sampleIn));
  }

  /** The values of a metric with these labels, added up. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number {
    return this.samples
      .filter(
        sample => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
      )
      .reduce((total, { value }) => total + value, 0);
  }

  get names(): ReadonlySet<string> {
    return new Set(this.samples.map(({ name }) => name));
  }
}

function sampleIn(line: string): Sample {
  const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text] as const);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}
