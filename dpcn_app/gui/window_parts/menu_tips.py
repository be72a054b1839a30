"""What each entry of the menus does, in a line: shown beside it and in the status bar."""

from __future__ import annotations

MENU_TIPS = {
    "Open video, network or session …": (
        "Watch a video file, use a network, go on with a saved session, or see a study's table"
    ),
    "Open folder of pictures …": (
        "Watch all pictures of a folder as a video, in the order of their names; or see a study"
    ),
    "Watch the camera": "Watch what the first camera of this computer sees, live",
    "Paste a picture": "Watch the picture in the clipboard, or the file that was copied",
    "Go live": "Go on with what the camera sees now",
    "Mirror the camera": "Show the camera's pictures as in a mirror",
    "Read drawings": "Let a network for shapes see the drawings in pictures, not the pictures",
    "Save network …": "Save the network in use as a file (.npz)",
    "Save session …": "Save what is watched and how, to go on from here later",
    "Networks …": "Use, rename, export or delete networks",
    "Web page …": "Save what is seen as one file for any browser, to take home",
    "Export stage …": "Save the pictures of the stage as picture or data",
    "Film …": "Save stage, causes or the whole window as a film: MP4, WebM or GIF",
    "Figure sheet …": "Save frames, clouds, scores and what was learnt as a handout (PDF)",
    "Copy panel as picture": "Put the panel under the mouse, or in use, on the clipboard",
    "Copy panel’s numbers": "Put its numbers on the clipboard, as a table for a spreadsheet",
    "Quit": "Close the window; a training that runs can be resumed",
    "Clear selection, stop painting or a large frame, or leave full screen": (
        "Deselect atom and cause; first stop painting or a slow frame, or leave full screen"
    ),
    "Draw on the input": "Paint with the mouse; strokes stay like dirt on the lens",
    "Smaller brush": "Draw thinner strokes",
    "Larger brush": "Draw thicker strokes",
    "Wipe all strokes": "Take away all that was painted",
    "Play or pause": "Let the video run, or stop it at this frame",
    "Step forward": "One frame on",
    "Step back": "One frame back",
    "First frame": "Go to the beginning of the video",
    "Last frame": "Go to the end of the video",
    "Faster": "Play faster, up to as fast as it goes",
    "Slower": "Play slower, down to a quarter",
    "Top-down on or off": "The paper's top-down inference: predictions pull the causes",
    "Extended prior on or off": (
        "Beyond the paper: what was not expected costs more, so that noise fades"
    ),
    "Next mode": "Go through all modes: the paper's parts, the prior's parts, the controls",
    "Previous mode": "Go through all modes, backwards",
    "Compare": "Show bottom-up and the mode in use side by side",
    "Eyes closed or open": (
        "From this frame on, feed the network what it expects in place of the frame; or let it see"
    ),
    "Noise on or off": "Take the noise off the video, or put it on again",
    "Strengths of the prior …": "How much each part of the prior raises prices",
    "Tint the unexpected part (surprise)": (
        "Tint what the network did not expect of the frame in pink"
    ),
    "Next misread frame": "Go to the next frame that is read as another class than its own",
    "Previous misread frame": "Go to the last frame that was read as another class than its own",
    "Look at the whole frame in full size": (
        "Let the network see all of a video's frame, however slow"
    ),
    "Reset layout": "Put all panels back to where they were at first",
    "Shortcuts": "All keys in a list",
    "Full screen, large type, on or off": "For a class: stage and causes alone, everything large",
    "Microscope in front, in full screen too": (
        "How this frame is inferred; in full screen beside the stage, and again for the causes"
    ),
    "Network in front, in full screen too": (
        "The hierarchy, drawn live; in full screen beside the stage, and again for the causes"
    ),
    "Patch grid": "Draw patches and groups of the network over the input",
    "Outline noise objects": "Draw red lines around what noise has lit",
    "Compare on one scale (axes)": (
        "On: sizes of clouds can be compared. Off: each fills its own axes"
    ),
}
"""Tips by the text of an entry, without its mnemonic."""
