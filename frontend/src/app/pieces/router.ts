/** A piece of the first load: compiles and runs the router. */
export { createBrowserRouter } from 'react-router-dom';
