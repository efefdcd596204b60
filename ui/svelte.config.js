// `fragments: "tree"` builds elements one by one: nothing in the bundle assigns innerHTML.
export default {
  compilerOptions: { runes: true, fragments: "tree" },
};
