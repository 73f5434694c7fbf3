import { useEffect, useState } from 'react';

interface Token {
  readonly name: string;
  readonly value: string;
}

/** The tokens as the style sheet of the page defines them. */
function readTokens(): readonly Token[] {
  const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]);
  const roots = rules.filter(rule => rule instanceof CSSStyleRule && rule.selectorText === ':root');
  const styles = roots.map(rule => (rule as CSSStyleRule).style); // the filter leaves style rules only
  return styles.flatMap(style =>
    [...style]
      .filter(name => name.startsWith('--') && !name.startsWith('--bp'))
      .map(name => ({ name, value: style.getPropertyValue(name) })),
  );
}

/** Every token with its name, and a patch of its colour where it is one. */
export function TokenPatterns() {
  const [tokens, setTokens] = useState<readonly Token[]>([]);
  useEffect(() => setTokens(readTokens()), []);
  return (
    <div className="cluster">
      {tokens.map(({ name, value }) => (
        <span key={name} className="cluster" title={value}>
          <span className="chart-legend-color" style={{ background: `var(${name})` }} />
          <code>{name}</code>
        </span>
      ))}
    </div>
  );
}
