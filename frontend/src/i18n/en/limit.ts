export const limit = {
  fault: 'A limit must be a whole number of at most {{max, number}}',
  hint: 'Limits; an empty field is no limit.',
  max_concurrency: 'Calls at the same time',
  rpd_limit: 'Requests per day',
  rpm_limit: 'Requests per minute',
  tpm_limit: 'Tokens per minute',
};
