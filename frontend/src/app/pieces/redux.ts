/** A piece of the first load: compiles and runs the store's library. */
export { createApi } from '@reduxjs/toolkit/query/react';
