export const channel = { title: 'channel' };
