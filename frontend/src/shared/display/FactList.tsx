export interface LabelledText {
  readonly label: string;
  readonly value: string;
}

/** What is known of something, a line each. */
export function FactList({ facts }: { readonly facts: readonly LabelledText[] }) {
  return (
    <dl className="detail-list">
      {facts.map(({ label, value }) => (
        <div className="detail-pair" key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
