export const about_page = {
  empty: 'The administrator has not written anything here yet.',
};
