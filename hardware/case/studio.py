"""Blender's side of the pictures: materials, light, camera, and a few shapes. Imports nothing of ours.

Blender comes as a Python module (`pip install bpy`). Lengths are millimetres. Lights are glowing sheets, so that their
strength does not depend on the scale.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix, Vector
from PIL import Image

Place = Matrix

SIZE = (1200, 770)
SAMPLES = 18


def at(x: float = 0, y: float = 0, z: float = 0) -> Matrix:
    return Matrix.Translation((x, y, z))


def turned(degrees: float, axis: str) -> Matrix:
    return Matrix.Rotation(math.radians(degrees), 4, axis)


def slope(tilt: float, middle: float) -> Matrix:
    """The frame of a tilted face: as shapes.Slope.plane."""
    return at(0, 0, middle) @ turned(tilt, "X")


# ---- materials


def plastic(name: str, colour: tuple[float, float, float], rough: float = 0.42) -> Any:
    material, _, shader = _material(name)
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = rough
    return material


def metal(name: str, colour: tuple[float, float, float]) -> Any:
    material, _, shader = _material(name)
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Metallic"].default_value = 1
    shader.inputs["Roughness"].default_value = 0.3
    return material


def glowing(name: str, colour: tuple[float, float, float], strength: float) -> Any:
    material, _, shader = _material(name)
    shader.inputs["Base Color"].default_value = (0.02, 0.02, 0.02, 1)
    shader.inputs["Emission Color"].default_value = (*colour, 1)
    shader.inputs["Emission Strength"].default_value = strength
    return material


def printed_on(name: str, image: Image.Image, glow: float = 0.0, rough: float = 0.4) -> Any:
    """A picture on a sheet that `sheet` made."""
    material, nodes, shader = _material(name)
    folder = Path(bpy.app.tempdir)
    image.save(folder / f"{name}.png")
    texture = nodes.new("ShaderNodeTexImage")
    texture.image = bpy.data.images.load(str(folder / f"{name}.png"))
    links = material.node_tree.links
    if glow:
        shader.inputs["Base Color"].default_value = (0.005, 0.005, 0.006, 1)
        links.new(texture.outputs["Color"], shader.inputs["Emission Color"])
        shader.inputs["Emission Strength"].default_value = glow
    else:
        links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = rough
    return material


def wood(name: str) -> Any:
    """A table of oiled oak: boards with a grain along x."""
    material, nodes, shader = _material(name)
    links = material.node_tree.links
    where = nodes.new("ShaderNodeTexCoord")
    stretch = nodes.new("ShaderNodeMapping")
    stretch.inputs["Scale"].default_value = (0.0016, 0.03, 1)
    links.new(where.outputs["Object"], stretch.inputs["Vector"])
    grain = nodes.new("ShaderNodeTexNoise")
    grain.inputs["Scale"].default_value = 3
    grain.inputs["Detail"].default_value = 14
    grain.inputs["Roughness"].default_value = 0.62
    grain.inputs["Distortion"].default_value = 0.6
    links.new(stretch.outputs["Vector"], grain.inputs["Vector"])
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.3, 0.72
    ramp.color_ramp.elements[0].color = (0.27, 0.15, 0.075, 1)
    ramp.color_ramp.elements[1].color = (0.52, 0.33, 0.18, 1)
    links.new(grain.outputs["Fac"], ramp.inputs["Fac"])
    planks = nodes.new("ShaderNodeTexBrick")
    planks.inputs["Scale"].default_value = 1
    planks.inputs["Brick Width"].default_value, planks.inputs["Row Height"].default_value = 2100, 150
    planks.inputs["Mortar Size"].default_value, planks.inputs["Mortar Smooth"].default_value = 0.5, 0.6
    planks.inputs["Color1"].default_value = (1, 1, 1, 1)
    planks.inputs["Color2"].default_value = (0.8, 0.76, 0.72, 1)
    planks.inputs["Mortar"].default_value = (0.25, 0.2, 0.15, 1)
    links.new(where.outputs["Object"], planks.inputs["Vector"])
    mix = nodes.new("ShaderNodeMix")
    mix.data_type, mix.blend_type = "RGBA", "MULTIPLY"
    mix.inputs[0].default_value = 1.0
    links.new(ramp.outputs["Color"], mix.inputs[6])
    links.new(planks.outputs["Color"], mix.inputs[7])
    links.new(mix.outputs[2], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.55
    return material


def _material(name: str) -> tuple[Any, Any, Any]:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes = material.node_tree.nodes
    return material, nodes, nodes["Principled BSDF"]


# ---- shapes


def part(path: Path, material: Any, place: Matrix) -> Any:
    """A printed part from its STL, which has it as it stands on the table."""
    bpy.ops.wm.stl_import(filepath=str(path))
    thing = bpy.context.object
    thing.data.materials.append(material)
    bpy.ops.object.shade_smooth_by_angle(angle=math.radians(28))
    thing.matrix_world = place
    return thing


def block(size: tuple[float, float, float], material: Any, place: Matrix, edge: float = 0.3) -> Any:
    """Stands on z = 0."""
    bpy.ops.mesh.primitive_cube_add(size=1)
    return _finish(size, material, place @ at(0, 0, size[2] / 2), edge)


def rod(radius: float, height: float, material: Any, place: Matrix, edge: float = 0.2) -> Any:
    """Stands on z = 0."""
    bpy.ops.mesh.primitive_cylinder_add(radius=0.5, depth=1, vertices=48)
    return _finish((2 * radius, 2 * radius, height), material, place @ at(0, 0, height / 2), edge)


def _finish(size: tuple[float, float, float], material: Any, place: Matrix, edge: float) -> Any:
    thing = bpy.context.object
    thing.data.transform(Matrix.Diagonal((*size, 1)))
    thing.matrix_world = place
    thing.data.materials.append(material)
    if edge:
        bevel = thing.modifiers.new("edge", "BEVEL")
        bevel.width, bevel.segments, bevel.angle_limit = edge, 3, math.radians(50)
        bevel.limit_method = "ANGLE"
        bpy.ops.object.shade_smooth_by_angle(angle=math.radians(50))
    return thing


def sheet(size: tuple[float, float], material: Any, place: Matrix) -> Any:
    """A rectangle in z = 0, with a picture's corners in its corners."""
    bpy.ops.mesh.primitive_plane_add(size=1)
    thing = bpy.context.object
    thing.data.transform(Matrix.Diagonal((*size, 1, 1)))
    thing.matrix_world = place
    thing.data.materials.append(material)
    return thing


def outline(points: list[tuple[float, float]], thick: float, material: Any, place: Matrix) -> Any:
    """A prism on z = 0."""
    count = len(points)
    corners = [(*point, 0.0) for point in points] + [(*point, thick) for point in points]
    faces = [tuple(range(count))[::-1], tuple(range(count, 2 * count))]
    faces += [(at_, (at_ + 1) % count, count + (at_ + 1) % count, count + at_) for at_ in range(count)]
    mesh = bpy.data.meshes.new("outline")
    mesh.from_pydata(corners, [], faces)
    thing = bpy.data.objects.new("outline", mesh)
    bpy.context.collection.objects.link(thing)
    mesh.materials.append(material)
    thing.matrix_world = place
    return thing


def wire(points: list[tuple[float, float, float]], material: Any, radius: float = 0.65) -> Any:
    """A soft curve through the points."""
    curve = bpy.data.curves.new("wire", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = "3D", radius, 3, 16
    spline = curve.splines.new("BEZIER")
    spline.bezier_points.add(len(points) - 1)
    for point, where in zip(spline.bezier_points, points, strict=True):
        point.co = where
        point.handle_left_type = point.handle_right_type = "AUTO"
    thing = bpy.data.objects.new("wire", curve)
    thing.data.materials.append(material)
    bpy.context.collection.objects.link(thing)
    return thing


# ---- the room


def room(light: float = 1.0) -> None:
    """Three soft lights, and a bit of light from everywhere."""
    scene = bpy.context.scene
    world = scene.world or bpy.data.worlds.new("room")
    scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (1.0, 0.96, 0.9, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.5 * light
    for where, size, strength, colour in (
        ((-520, 420, 780), 480, 13.0, (1.0, 0.93, 0.83)),
        ((720, -240, 640), 420, 2.5, (0.85, 0.92, 1.0)),
        ((100, -900, 900), 500, 1.2, (1.0, 0.97, 0.93)),
    ):
        look = (Vector((60, 0, 0)) - Vector(where)).to_track_quat("-Z", "Y").to_matrix().to_4x4()
        lamp = sheet((size, size), glowing("light", colour, strength * light), at(*where) @ look)
        lamp.visible_camera = False
        lamp.visible_glossy = size < 450  # the large one would lie on every plate as a white veil


def camera(towards: tuple[float, float, float], side: float, above: float, away: float, lens: float = 60) -> None:
    """Looks at a point from a direction: degrees to the right of the front, degrees above the table, millimetres."""
    yaw, up = math.radians(side), math.radians(above)
    target = Vector(towards)
    eye = target + away * Vector((math.sin(yaw) * math.cos(up), -math.cos(yaw) * math.cos(up), math.sin(up)))
    lens_data = bpy.data.cameras.new("camera")
    lens_data.lens, lens_data.clip_end, lens_data.clip_start = lens, 9000, 1
    thing = bpy.data.objects.new("camera", lens_data)
    thing.matrix_world = Matrix.Translation(eye) @ (target - eye).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    bpy.context.collection.objects.link(thing)
    bpy.context.scene.camera = thing


def empty() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)


def take(path: Path, size: tuple[int, int] = SIZE, samples: int = SAMPLES) -> None:
    """Renders, and makes a PNG of 256 colours, which is a quarter of the size."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.use_adaptive_sampling = samples, True, True
    scene.cycles.max_bounces = 6
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = *size, 100
    scene.view_settings.view_transform, scene.view_settings.look = "AgX", "AgX - Medium High Contrast"
    scene.view_settings.exposure = 0.3
    scene.render.filepath = str(path)
    scene.render.image_settings.file_format = "PNG"
    path.parent.mkdir(parents=True, exist_ok=True)
    bpy.ops.render.render(write_still=True)
    full = Image.open(path).convert("RGB")
    small = full.quantize(palette=full.quantize(256, kmeans=6), dither=Image.Dither.FLOYDSTEINBERG)
    small.save(path, optimize=True)
