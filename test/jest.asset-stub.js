/** Where the build would put a picture; the simulated browser loads none. */
module.exports = '/assets/picture.svg';
