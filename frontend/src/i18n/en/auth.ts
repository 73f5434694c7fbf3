export const auth = {
  change_now: 'Change it now',
  default_password: 'You are using the default password, change it immediately.',
  default_password_title: 'Default password',
  done: 'Login successful',
  expired: 'Not logged in or login expired, please log in again',
  later: 'Later',
  missing: 'Please enter username and password',
  password: 'Password',
  submit: 'Log in',
  title: 'Log in',
  username: 'Username or e-mail address',
};
