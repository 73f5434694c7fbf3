/** A piece of the first load: compiles and runs the router. */
export { unstable_HistoryRouter } from 'react-router-dom';
