export default () => [];
