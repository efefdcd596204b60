// The environment of tests that follow state as a window does: what is compiled for a browser, without a page.
export default {
  name: "reactive",
  viteEnvironment: "client",
  setup: () => ({ teardown() {} }),
};
