/** Each entry comes before those whose names also occur in its user agent. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

function firstOf(names: typeof browsers, text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1];
}

/** The name of a browser as people call it; these are names of makers, equal in every language. */
interface BrowserName {
  readonly browser?: string;
  readonly system?: string;
}

export function readUserAgent(userAgent: string): BrowserName {
  const browser = firstOf(browsers, userAgent);
  const system = firstOf(systems, userAgent);
  return { ...(browser && { browser }), ...(system && { system }) };
}
