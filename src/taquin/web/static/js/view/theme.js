// Light or dark. It is set before any view draws, because what is painted asks the style for its colours.

export function mountTheme(app) {
  const { dataset } = document.documentElement;
  const show = ({ theme }) => {
    if (theme === "auto") delete dataset.theme;
    else dataset.theme = theme;
  };
  app.subscribe((state, patch) => {
    if (patch.settings) show(state.settings);
  });
  show(app.state.settings);
}
