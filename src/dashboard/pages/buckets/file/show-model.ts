import {
  AmbientLight,
  Box3,
  DirectionalLight,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
  type Object3D,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** Draws a model into a canvas, and redraws it when it is rotated or the canvas is resized. Returns the cleanup function. */
export const showModel = (canvas: HTMLCanvasElement, model: Object3D): (() => void) => {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  const scene = new Scene();
  const light = new DirectionalLight(0xffffff, 2.4);
  light.position.set(1, 2, 3);
  scene.add(model, light, new AmbientLight(0xffffff, 1.1));

  const box = new Box3().setFromObject(model);
  const center = box.getCenter(new Vector3());
  const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-6);
  const camera = new PerspectiveCamera(45, 1, radius / 100, radius * 100);
  camera.position.copy(center).add(new Vector3(1, 0.7, 1.4).normalize().multiplyScalar(radius * 2.8));

  const controls = new OrbitControls(camera, canvas);
  controls.target.copy(center);
  const draw = () => renderer.render(scene, camera);
  const fit = () => {
    const { clientWidth, clientHeight } = canvas;
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / Math.max(clientHeight, 1);
    camera.updateProjectionMatrix();
    draw();
  };
  controls.addEventListener("change", draw);
  controls.update();
  const observer = new ResizeObserver(fit);
  observer.observe(canvas);
  fit();
  return () => {
    observer.disconnect();
    controls.dispose();
    renderer.dispose();
  };
};
