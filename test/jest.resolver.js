/** As Node 20 itself: a package without an entry for CommonJS is taken by its entry for modules, which SWC then turns round. */
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    const conditions = [...(options.conditions ?? []), 'module-sync', 'import'];
    try {
      return options.defaultResolver(request, { ...options, conditions });
    } catch {
      throw error;
    }
  }
};
