export const setting = { title: 'setting' };
