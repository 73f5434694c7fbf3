function applied(link: HTMLLinkElement): Promise<void> {
  return new Promise(resolve => {
    link.addEventListener('load', () => resolve(), { once: true });
    // A page without styles can still be used, one that never comes cannot.
    link.addEventListener('error', () => resolve(), { once: true });
    link.rel = 'stylesheet';
  });
}

/** Applies the style sheets that the page fetches without waiting for them; there are none in development. */
export async function applyLateStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-late-style]');
  await Promise.all([...links].map(applied));
}
