/**
 * As Node 20 itself: a package without an entry for CommonJS is taken by its entry for modules, which SWC then turns round.
 * An `import()` of a file of ours names what TypeScript makes of it, so that Node can find it; here that file is the source.
 */
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    const conditions = [...(options.conditions ?? []), 'module-sync', 'import'];
    try {
      return options.defaultResolver(request.replace(/^(\.{1,2}\/.*)\.js$/, '$1'), { ...options, conditions });
    } catch {
      throw error;
    }
  }
};
