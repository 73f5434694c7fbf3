/** Where the build would put an image; the simulated browser loads none. */
module.exports = '/assets/image.svg';
