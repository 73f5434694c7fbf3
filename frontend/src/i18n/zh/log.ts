export const log = { title: 'log' };
