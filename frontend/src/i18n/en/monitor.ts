export const monitor = {
  fault_missing: 'Link not configured',
  fault_off: 'Service monitor not enabled, contact admin',
  fault_wrong: 'Link misconfigured',
  title: 'Service monitor',
};
